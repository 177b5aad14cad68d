#!/usr/bin/env bash
# Run Prometheus, node exporter, three made-up nodes and the extender on 127.0.0.1, until Ctrl-C.
# All they write goes into the folder that is named, which must not exist yet, and is removed at the end.
set -euo pipefail
mkdir "${1:?name a new folder for data and logs}"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"
export PYTHONDONTWRITEBYTECODE=1

declare -A names=()
stop() {
  trap - EXIT
  if ((${#names[@]})); then kill "${!names[@]}" 2>/dev/null || true; fi
  wait
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 0' INT TERM

start() {
  local name=$1
  shift
  "$@" >"$folder/$name.log" 2>&1 &
  names[$!]=$name
}

# The extender's library, unless Python has it, and new enough.
python=${PYTHON:-python3}
if ! "$python" -c 'from aiohttp.web import AppKey' 2>/dev/null; then
  "$python" -m venv "$folder/venv"
  python=$folder/venv/bin/python
  "$python" -m pip install --quiet --disable-pip-version-check -r extender/requirements.txt
fi

start prometheus prometheus --config.file=prometheus.yml --storage.tsdb.path="$folder/data" \
  --web.listen-address=127.0.0.1:9090
# Its name in Debian; upstream it is node_exporter. Debian leaves out lo, which we want to see.
start node-exporter "${NODE_EXPORTER:-prometheus-node-exporter}" --web.listen-address=127.0.0.1:9100 \
  --collector.disable-defaults --collector.uname --collector.netdev --collector.netdev.device-exclude=
start nodes "$python" nodes.py
start extender env PYTHONPATH="extender${PYTHONPATH:+:$PYTHONPATH}" "$python" -m traffic_extender --node-label kubernetes_node

echo "logs are in $1; Ctrl-C stops everything"
# They are to run until Ctrl-C: the first that ends is at fault, most often because its port is taken.
wait -n -p ended "${!names[@]}" || true
echo "${names[$ended]} ended:" >&2
tail -n 5 "$folder/${names[$ended]}.log" >&2
exit 1
