#!/usr/bin/env bash
# Run Prometheus, node exporter, three made-up nodes and the extender on 127.0.0.1, until Ctrl-C.
# All they write goes into the folder that is named, which must not exist yet, and is removed at the end.
set -euo pipefail
unset CDPATH # with it, cd may go to another folder of the same name, and that one would be removed
# Its name in Debian; upstream it is node_exporter.
exporter=${NODE_EXPORTER:-prometheus-node-exporter}
python=${PYTHON:-python3}

give_up() {
  echo "$1" >&2
  exit 1
}

for program in prometheus "$exporter" "$python"; do
  command -v "$program" >/dev/null ||
    give_up "$program is not installed. Debian: sudo apt install prometheus prometheus-node-exporter python3-venv"
done
for port in 9090 9100 9101 9102 9103 8888; do
  if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    give_up "port $port is taken: stop what has it. Debian: sudo systemctl stop prometheus prometheus-node-exporter"
  fi
done
mkdir -- "${1:?name a new folder for data and logs}"
folder=$(cd -- "$1" && pwd)
here=$(cd -- "$(dirname -- "$0")" && pwd)
export PYTHONDONTWRITEBYTECODE=1

declare -A names=()
# shellcheck disable=SC2317 # the trap calls it
stop() {
  trap - EXIT
  if ((${#names[@]})); then
    kill "${!names[@]}" 2>/dev/null || true
    kill -CONT "${!names[@]}" 2>/dev/null || true # one that was stopped for a trial could not end
  fi
  wait
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 0' HUP INT TERM

start() {
  local name=$1
  shift
  "$@" >"$folder/$name.log" 2>&1 &
  names[$!]=$name
  echo $! >"$folder/$name.pid"
}

# The extender's library, unless Python has it, and new enough.
if ! "$python" -c 'from aiohttp.web import AppKey' 2>/dev/null; then
  echo "$python has no aiohttp: it goes into a virtual environment in $1"
  "$python" -m venv "$folder/venv"
  python=$folder/venv/bin/python
  "$python" -m pip install --quiet --disable-pip-version-check -r "$here/extender/requirements.txt" ||
    give_up "aiohttp cannot be installed. Without a network: PYTHON=<a Python that has it> $0 $1"
fi

start prometheus prometheus --config.file="$here/prometheus.yml" --storage.tsdb.path="$folder/data" \
  --web.listen-address=127.0.0.1:9090
# Debian leaves out lo, which we want to see.
start node-exporter "$exporter" --web.listen-address=127.0.0.1:9100 \
  --collector.disable-defaults --collector.uname --collector.netdev --collector.netdev.device-exclude=
start nodes "$python" "$here/nodes.py"
export PYTHONPATH=$here/extender${PYTHONPATH:+:$PYTHONPATH}
start extender "$python" -m traffic_extender --node-label kubernetes_node

echo "logs are in $1; Ctrl-C stops everything"
# They are to run until Ctrl-C: the first that ends is at fault.
wait -n -p ended "${!names[@]}" || true
echo "${names[$ended]} ended:" >&2
tail -n 5 "$folder/${names[$ended]}.log" >&2
exit 1
