// The containers of `systemd.ts` mount the host's /usr: the programs of Debian packages are there, but not the users and files in /etc and /var that
// their installation creates. The test copies the host's folders named below to /srv/releases/etc, which the containers mount.

/** Entries of /etc that a container needs before any package is installed. */
export const BASE = ['pam.d', 'security', 'protocols', 'services', 'ssl']
/** Entries of /etc that a package brings. */
export const PACKAGES = ['nginx', 'haproxy', 'pgbouncer', 'postgresql-common', 'sudoers']

/** A script in place of `apt-get`: creates the users, folders and configuration of the named packages and starts the services that Debian starts. */
export const APT_GET = `#!/bin/bash
set -e
user() { getent passwd "$1" >/dev/null || useradd --system --user-group --home-dir "$2" --create-home --shell /usr/sbin/nologin "$1"; }
settings() { cp -a "/srv/releases/etc/$1" /etc/; }
for word in "$@"; do
  case $word in
    caddy) user caddy /var/lib/caddy; mkdir /etc/caddy ;;
    nginx) user www-data /var/www; settings nginx; mkdir -p /var/log/nginx /var/lib/nginx; systemctl start nginx ;;
    sudo) settings sudoers; mkdir -p -m 0750 /etc/sudoers.d ;;
    unattended-upgrades) systemctl enable --quiet unattended-upgrades ;;
    openssh-server)
      user sshd /var/empty
      mkdir -p /etc/ssh/sshd_config.d
      echo 'Include /etc/ssh/sshd_config.d/*.conf' >/etc/ssh/sshd_config
      ssh-keygen -A >/dev/null
      systemctl start ssh
      ;;
    haproxy) user haproxy /var/lib/haproxy; settings haproxy ;;
    pgbouncer) settings pgbouncer; chown -R postgres: /etc/pgbouncer ;;
    postgresql)
      user postgres /var/lib/postgresql
      settings postgresql-common
      install -d -o postgres -g postgres /etc/postgresql /var/log/postgresql
      pg_createcluster 15 main >/dev/null
      systemctl daemon-reload
      systemctl start postgresql
      ;;
    pgbackrest) install -d -o postgres -g postgres /var/lib/pgbackrest /var/log/pgbackrest /var/spool/pgbackrest ;;
  esac
done
`
