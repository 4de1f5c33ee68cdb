#!/usr/bin/env bash
# Gives the roles of Interlock their rights on a cluster that has an authorizer, and prints each command. acls.md shows
# the same as a table and says why.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: acls.sh --bootstrap-server HOST:PORT [OPTION...] ROLE=PRINCIPAL...
       acls.sh --dry-run [OPTION...] ROLE=PRINCIPAL...

ROLE is agent, worker, gateway, operator, auditor or admin; PRINCIPAL is as the brokers know it, such as User:planner.

  --bootstrap-server HOST:PORT  the cluster
  --command-config FILE         client properties of somebody who may change ACLs
  --prefix TEXT                 what the names of all topics start with (default: interlock.)
  --application-id ID           that of the gateway's configuration (default: interlock-gateway)
  --groups TEXT                 what consumer groups start with, before the role (default: interlock-)
  --remove                      take the rights away instead
  --dry-run                     print the commands, run none

KAFKA_ACLS names the tool, kafka-acls.sh on the PATH unless set.
TEXT
}

fail() {
  printf 'acls.sh: %s\n' "$*" >&2
  exit 2
}

readonly STAGE_TOPICS=(stage.requests stage.answers stage.run-control stage.operation-control)
readonly ALL_TOPICS=(proposals dispatches results operation-dispatches operation-results outcomes control ledger journal
  dead-letters "${STAGE_TOPICS[@]}")

agent() {
  on_topics "Write" proposals
  on_topics "Read" outcomes
  on_groups agent
}

worker() {
  on_topics "Read" dispatches operation-dispatches
  on_topics "Write" results operation-results
  on_groups worker
}

# It writes topics that others write because it appends due records behind the results, and moves a record that stands on
# the wrong partition to the right one. It reads the outcomes for the runtimes it has to ask to stop runs.
gateway() {
  on_topics "Read" proposals results operation-results control outcomes "${STAGE_TOPICS[@]}"
  on_topics "Write" proposals results operation-results dispatches operation-dispatches outcomes ledger journal \
    dead-letters "${STAGE_TOPICS[@]}"
  on_topics "Describe DescribeConfigs" "${ALL_TOPICS[@]}"
  allow "Read" --group "$application" --group "$application-runtimes"
  allow "Describe Write" --transactional-id "$application-" --resource-pattern-type prefixed
  # The changelogs of its stores, which it creates itself.
  allow "Create Read Write Describe DescribeConfigs" --topic "$application-" --resource-pattern-type prefixed
}

# An auditor who may also give commands.
operator() {
  on_topics "Write" control
  read_all operator
}

auditor() { read_all auditor; }

# Neither Alter, which can add partitions, nor Delete: both destroy state.
admin() { on_topics "Create Describe DescribeConfigs AlterConfigs" "${ALL_TOPICS[@]}"; }

read_all() {
  on_topics "Read DescribeConfigs" "${ALL_TOPICS[@]}"
  on_groups "$1"
  allow "Describe" --group "$application" --group "$application-runtimes"
  allow "Describe" --transactional-id "$application-" --resource-pattern-type prefixed
}

# OPERATIONS TOPIC...
on_topics() {
  local operations=$1 topic resources=()
  shift
  for topic in "$@"; do resources+=(--topic "$prefix$topic"); done
  allow "$operations" "${resources[@]}"
}

# ROLE
on_groups() { allow "Read" --group "$groups$1-" --resource-pattern-type prefixed; }

# OPERATIONS RESOURCE...
allow() {
  local operation command=("${KAFKA_ACLS:-kafka-acls.sh}" --bootstrap-server "${server:-HOST:PORT}")
  [ -z "$properties" ] || command+=(--command-config "$properties")
  command+=("${action[@]}" --allow-principal "$principal")
  for operation in $1; do command+=(--operation "$operation"); done
  shift
  run "${command[@]}" "$@"
}

# Prints a command so that a shell can read it, and runs it unless told not to.
run() {
  printf '%q ' "$@"
  printf '\n'
  [ -n "$dry_run" ] || "$@"
}

server="" properties="" dry_run="" action=(--add) grants=()
prefix=interlock. application=interlock-gateway groups=interlock-

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage && exit 0 ;;
    --dry-run) dry_run=yes && shift && continue ;;
    --remove) action=(--remove --force) && shift && continue ;;
    agent=?* | worker=?* | gateway=?* | operator=?* | auditor=?* | admin=?*) grants+=("$1") && shift && continue ;;
  esac
  [ $# -ge 2 ] || fail "$1 is no role with a principal, no option, or an option without its value; see --help"
  case $1 in
    --bootstrap-server) server=$2 ;;
    --command-config) properties=$2 ;;
    --prefix) prefix=$2 ;;
    --application-id) application=$2 ;;
    --groups) groups=$2 ;;
    *) fail "$1 is no role with a principal and no option; see --help" ;;
  esac
  shift 2
done
[ -n "$server$dry_run" ] || fail "--bootstrap-server is missing; see --help"
[ ${#grants[@]} -gt 0 ] || fail "ROLE=PRINCIPAL is missing; see --help"

for grant in "${grants[@]}"; do
  principal=${grant#*=}
  printf '# %s: %s\n' "${grant%%=*}" "$principal"
  "${grant%%=*}"
done
