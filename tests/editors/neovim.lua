-- Run by `test_neovim.py` with a file open: waits for the server, does what an editor does, prints the answers as JSON.
local PATIENCE = 90000 -- ms; a loaded machine may be slow

local function wait(what, condition)
  if not vim.wait(PATIENCE, condition, 20) then
    error("waited in vain for " .. what)
  end
end

local function ask(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, PATIENCE))
  local _, answer = next(answers)
  assert(answer and not answer.err, vim.inspect(answer and answer.err))
  return answer.result
end

wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
local shown = { diagnostics = {}, actions = {} }
for _, one in ipairs(vim.diagnostic.get(0)) do
  table.insert(shown.diagnostics, { rule = one.code or one.user_data.lsp.code, line = one.lnum, column = one.col })
end

local function clients()
  return vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()
end
local client = clients()[1]
local document = { uri = vim.uri_from_bufnr(0) }

local lines = vim.api.nvim_buf_line_count(0)
local actions = ask("textDocument/codeAction", {
  textDocument = document,
  range = { start = { line = 0, character = 0 }, ["end"] = { line = lines, character = 0 } },
  context = { diagnostics = {} },
})
for _, action in ipairs(actions or {}) do
  table.insert(shown.actions, action.title)
  if not shown.fixed and action.kind == "quickfix" then
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
    shown.fixed = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  end
end
local before = #shown.diagnostics
wait("fewer diagnostics", function() return #vim.diagnostic.get(0) < before end)
shown.left = #vim.diagnostic.get(0)

local hover = ask("textDocument/hover", { textDocument = document, position = { line = 6, character = 3 } })
shown.hover = hover and hover.contents.value

io.stdout:write(vim.json.encode(shown))
vim.cmd("qall!")
