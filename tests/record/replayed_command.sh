#!/bin/sh
# A command that does what kube-scheduler does with some flags, for tests without Go.
trap 'echo "k8s.io/kubernetes/pkg/scheduler.(*Scheduler).Run(0x1)" >&2; exit 2' QUIT
for word; do
  case "$word" in
  --version) exit 0 ;;
  --crash)
    echo "panic: runtime error: invalid memory address" >&2
    exit 2
    ;;
  --no-such)
    echo "Error: unknown flag: --no-such" >&2
    exit 1
    ;;
  --cert-dir=*)
    touch "${word#*=}/kube-scheduler.crt" "${word#*=}/kube-scheduler.key"
    exit 0
    ;;
  --config=*)
    cat "${word#*=}" >&2 2>/dev/null || echo "${word#*=} is not there" >&2
    exit 1
    ;;
  esac
done
while :; do sleep 0.1; done
