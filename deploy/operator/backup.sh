# The daily backup, by the timer or by hand, as the service's user. Sourced by `pianzhang`.
# shellcheck shell=sh

backup() {
  [ "${PIANZHANG_SETTINGS-}" = loaded ] || refuse '尚未安装。请用 admin backup --into 文件夹'
  before=$(newest_backup)
  code=0
  "$home/pianzhang" admin backup --into "$BACKUPS" --keep 7 || code=$?
  # Also one that lacks files is read back.
  made=$(newest_backup)
  [ "$made" = "$before" ] || "$home/pianzhang" admin backup:verify "$made" || code=$?
  return "$code"
}

# Names end in the time, so the last one is the newest.
newest_backup() {
  newest=
  for file in "$BACKUPS"/pianzhang-[0-9]*.tar.gz; do [ ! -e "$file" ] || newest=$file; done
  printf '%s' "$newest"
}
