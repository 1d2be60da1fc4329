# The plan of an upgrade: a file that says what is being done, written before each step, so that after a kill or a loss of power the next
# `upgrade` or `rollback`, also one of the other version, knows the state. Sourced by `pianzhang`.
# shellcheck shell=sh

# The plan of the last upgrade that ended well, for `rollback`.
LAST=$OPT/upgrade.last
# Room for the plan and the links where the new version has filled the disk: removed before the way back.
RESERVE=$OPT/upgrade.reserve

# Steps in their order:
#   prepared  the old version serves, the backup is made
#   stopped   the old version is stopped, the database's folder is copied
#   switched  the new version is linked and starts
#   done      the new version is ready
#   back      the old version is linked and starts
#   swap      the copied folder takes the place of the migrated one; no version may start
plan_write() {
  step=$1
  printf '%s\n' "step=$step" "from=$from" "to=$to" "stamp=$stamp" "embedded=$embedded" "data=$data" "backup=$backup" >"$PLAN.new" &&
    sync "$PLAN.new" && mv -f "$PLAN.new" "$PLAN" && sync "$OPT"
}

plan_read() {
  while IFS='=' read -r name value; do
    case $name in
    step) step=$value ;;
    from) from=$value ;;
    to) to=$value ;;
    stamp) stamp=$value ;;
    embedded) embedded=$value ;;
    data) data=$value ;;
    backup) backup=$value ;;
    esac
  done <"$1"
  name_copies
}

plan_end() { rm -f "$PLAN" "$PLAN.new" "$RESERVE" && sync "$OPT"; }

# The embedded database as the old version left it, and as the new one did, after they have changed places.
name_copies() {
  copy=$data/postgres.before-$to-$stamp
  aside=$data/postgres.of-$to-$stamp
}
