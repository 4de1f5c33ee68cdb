#!/usr/bin/env bash
# Creates the topics of topics.yaml with Kafka's own tool, for clusters where `interlock topics create` may not.
# A topic that exists is left as it is: see `interlock topics check`.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: topics.sh --bootstrap-server HOST:PORT [OPTION...]
       topics.sh --dry-run [OPTION...]

  --bootstrap-server HOST:PORT  the cluster
  --command-config FILE         client properties, such as security.protocol
  --prefix TEXT                 what the names of all topics start with (default: that of topics.yaml)
  --partitions N                of every topic, for ever (default: that of topics.yaml)
  --replication-factor N        copies of each partition (default: that of topics.yaml)
  --min-insync-replicas N       copies that must have a record (default: that of topics.yaml)
  --dry-run                     print the commands, run none

KAFKA_TOPICS names the tool, kafka-topics.sh on the PATH unless set.
TEXT
}

fail() {
  printf 'topics.sh: %s\n' "$*" >&2
  exit 2
}

FILE="$(dirname "${BASH_SOURCE[0]}")/topics.yaml"
readonly FILE

# The value of a key at the top of the file.
value() { sed -n "s/^$1: *\([^ ]*\).*/\1/p" "$FILE"; }

# What is between braces after a key, one NAME=VALUE a line.
settings() { sed -n "s/^ *$1: {\(.*\)}\$/\1/p" "$FILE" | tr ',' '\n' | sed -e 's/^ *//' -e 's/: */=/'; }

names() { sed -n 's/^  \([a-z.-]*\): {.*/\1/p' "$FILE"; }

server="" properties="" dry_run=""
prefix=$(value prefix) partitions=$(value partitions)
replicas=$(value replication_factor) insync=$(value min_insync_replicas)

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage && exit 0 ;;
    --dry-run) dry_run=yes && shift && continue ;;
  esac
  [ $# -ge 2 ] || fail "$1 needs a value, or is no option; see --help"
  case $1 in
    --bootstrap-server) server=$2 ;;
    --command-config) properties=$2 ;;
    --prefix) prefix=$2 ;;
    --partitions) partitions=$2 ;;
    --replication-factor) replicas=$2 ;;
    --min-insync-replicas) insync=$2 ;;
    *) fail "$1 is no option; see --help" ;;
  esac
  shift 2
done
[ -n "$server$dry_run" ] || fail "--bootstrap-server is missing; see --help"

# Prints a command so that a shell can read it, and runs it unless told not to.
run() {
  printf '%q ' "$@"
  printf '\n'
  [ -n "$dry_run" ] || "$@"
}

create() {
  local command=("${KAFKA_TOPICS:-kafka-topics.sh}" --bootstrap-server "${server:-HOST:PORT}") setting
  [ -z "$properties" ] || command+=(--command-config "$properties")
  command+=(--create --if-not-exists --topic "$prefix$1" --partitions "$partitions" --replication-factor "$replicas")
  for setting in "min.insync.replicas=$insync" $(settings every) $(settings "${1//./\\.}"); do
    command+=(--config "$setting")
  done
  run "${command[@]}"
}

for name in $(names); do create "$name"; done
