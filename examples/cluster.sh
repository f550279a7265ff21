#!/usr/bin/env bash
# Three machines, HAProxy and two PostgreSQL servers on one computer. Kills a machine, then the primary, and shows that
# nothing happened. Needs the packages postgresql and haproxy, and runs as root or as a user who may run initdb.
set -euo pipefail

program=${BUDGET:-budget}
run() { $program "$@"; }
folder=$(mktemp -d)
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
as_owner() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
cd "$folder"
trap 'kill $(jobs -p) 2>/dev/null || true; for one in one two; do as_owner "$bin/pg_ctl" -D "$folder/$one" -m immediate stop >/dev/null 2>&1 || true; done; wait; rm -rf "$folder"' EXIT

export BUDGET_CONFIG_DIR=$folder/config BUDGET_DATA_DIR=$folder/data BUDGET_STATE_DIR=$folder/state
export BUDGET_DATABASE_URL=postgres://budget@127.0.0.1:5501,127.0.0.1:5502/postgres
say() { printf '\n== %s\n' "$*"; }
sql() { as_owner "$bin/psql" -h 127.0.0.1 -p "$1" -U budget -d postgres -Atqc "$2"; }
start_postgres() { as_owner "$bin/pg_ctl" -D "$folder/$1" -o "-p $2 -k $folder" -l "$folder/$1.log" -w start >/dev/null; }

say 'A primary and a standby that it waits for at each commit'
as_owner "$bin/initdb" -D "$folder/one" -U budget --auth=trust >/dev/null
start_postgres one 5501
as_owner "$bin/pg_basebackup" -h 127.0.0.1 -p 5501 -U budget -D "$folder/two" -R -c fast \
  -d "application_name=standby"
start_postgres two 5502
sql 5501 "ALTER SYSTEM SET synchronous_standby_names = 'standby'"
sql 5501 'SELECT pg_reload_conf()' >/dev/null
until sql 5501 'SELECT sync_state FROM pg_stat_replication' | grep -q sync; do sleep 0.1; done
echo 'ready'

say 'The sample budget moves into the database'
demo=$(run demo --json | sed -n 's/.*"folder": *"\([^"]*\)".*/\1/p')
BUDGET_DATA_DIR=$demo run workspaces upload Home
rm -rf "$demo"
key=$(run keys create --name cluster --database --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')
id=$(run workspaces list --database --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p')

say 'Three machines behind HAProxy, which chooses one by the workspace in the path'
machines=()
for port in 7101 7102 7103; do
  BUDGET_STATE_DIR=$folder/state-$port $program serve --database --port "$port" --rate-limit 100000 >"$folder/$port.log" 2>&1 &
  machines+=($!)
done
cat >haproxy.cfg <<'CONFIG'
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  retries 3
  option redispatch
frontend api
  bind 127.0.0.1:7100
  default_backend machines
backend machines
  balance hash path,field(4,/)
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1
  server m1 127.0.0.1:7101
  server m2 127.0.0.1:7102
  server m3 127.0.0.1:7103
CONFIG
haproxy -f haproxy.cfg >haproxy.log 2>&1 &
for try in $(seq 1 100); do curl -sf http://127.0.0.1:7100/readyz >/dev/null && break; sleep 0.1; done
export BUDGET_BASE_URL=http://127.0.0.1:7100 BUDGET_WORKSPACE=$id BUDGET_API_KEY=$key
run accounts

say 'A machine is killed while money is spent'
account=$(run accounts --json | sed -n 's/.*"id": *"\(acc[^"]*\)".*/\1/p' | head -1)
count() { run tx list --all --json | grep -c '"notes": *"cluster' || true; }
spend() { run tx add -1 Kiosk --account "$account" --notes "cluster $1" >/dev/null; }
for number in $(seq 1 10); do spend "$number"; if [ "$number" = 4 ]; then kill -9 "${machines[0]}" && wait "${machines[0]}" 2>/dev/null || true; fi; done
echo "spent 10 times, in the budget: $(count)"

say 'The primary is killed, and the standby promoted'
as_owner "$bin/pg_ctl" -D "$folder/one" -m immediate stop >/dev/null
as_owner "$bin/pg_ctl" -D "$folder/two" promote >/dev/null
for number in $(seq 11 20); do spend "$number"; done
echo "spent 20 times, in the budget: $(count)"
run db check --database >/dev/null && echo 'log, snapshots and figures agree'
