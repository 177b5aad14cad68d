;;; Run by `test_emacs.py` after the documented lines: opens a file with eglot and prints what flymake shows, as JSON.

(require 'eglot)
(require 'flymake)
(require 'json)

(defvar schedcfg-patience 90 "Seconds; a loaded machine may be slow.")
(setq eglot-sync-connect schedcfg-patience
      eglot-connect-timeout schedcfg-patience
      flymake-no-changes-timeout 0.1)

(defun schedcfg-wait (what condition)
  "Wait for CONDITION, or fail with WHAT."
  (with-timeout (schedcfg-patience (error "Waited in vain for %s" what))
    (while (not (funcall condition))
      (accept-process-output nil 0.05))))

(find-file (getenv "SCHEDCFG_FILE"))
(run-hooks 'post-command-hook) ; where `eglot-ensure' connects: there are no commands in batch mode
(schedcfg-wait "the server" #'eglot-current-server)
(flymake-mode 1)
(schedcfg-wait "diagnostics" (lambda () (flymake-start) (flymake-diagnostics)))

(princ (json-encode
        (mapcar (lambda (one)
                  `((line . ,(line-number-at-pos (flymake-diagnostic-beg one)))
                    (text . ,(flymake-diagnostic-text one))))
                (flymake-diagnostics))))
