-- Invoices: what their QR code says, electronic originals, and uniqueness over the company.

alter table invoices add column tax_amount bigint;
alter table invoices add constraint invoices_tax_amount check (abs(tax_amount) <= 999999999999999);
alter table invoices add column buyer_name text not null default '';
alter table invoices add column buyer_tax_no text not null default '';
-- Lines of an electronic original.
alter table invoices add column items jsonb not null default '[]';
-- The text of the QR code; '' if none was read. The other columns hold what was typed or checked.
alter table invoices add column coded text not null default '';
-- The invoice that this one repeats. It may be of another project, so there is no foreign key.
alter table invoices add column twin_project_id bigint;
alter table invoices add column twin_code text;
-- How often the verification provider was asked on the last day on which it was.
alter table invoices add column checked_on date;
alter table invoices add column checks smallint not null default 0;

-- The pictures and originals of an invoice.
create table invoice_files (
  project_id bigint not null,
  invoice_id bigint not null,
  attachment_id bigint not null,
  position smallint not null,
  -- Null: linked before hashes were kept.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (project_id, invoice_id, attachment_id),
  constraint invoice_files_invoice foreign key (project_id, invoice_id) references invoices,
  constraint invoice_files_attachment foreign key (project_id, attachment_id) references attachments
);
create index invoice_files_file on invoice_files (project_id, attachment_id);
alter table invoice_files alter column project_id set statistics 0;

-- A company has each invoice once: a row for each number (20 digits, code and number, or type and number) and for each file (sha256:…). Written in the
-- transaction that writes the invoice. A table of the company, so it has no foreign key to invoices.
create table invoice_keys (
  company_id bigint not null references companies,
  key text not null,
  project_id bigint not null references projects,
  invoice_code text not null,
  primary key (company_id, key)
);

create index invoice_keys_end on invoice_keys (company_id, right(key, 9));
alter table invoice_keys alter column project_id set statistics 0;

-- Of invoices that are the same, the first of the oldest project has the key; the others stay as they are until they are checked.
do $$
declare
  owner record;
begin
  for owner in select id, company_id from projects order by id loop
    insert into invoice_files (project_id, invoice_id, attachment_id, position)
      select owner.id, i.id, i.attachment_id, 1 from invoices i
      where i.project_id = owner.id and i.attachment_id is not null;
    insert into invoice_keys (company_id, key, project_id, invoice_code)
      select owner.company_id, n.key, owner.id, i.code
      from invoices i
      cross join lateral (select case
        when i.invoice_number = '' then null
        when i.invoice_number ~ '^\d{20}$' then i.invoice_number
        when i.invoice_code <> '' then upper(i.invoice_code || '-' || i.invoice_number)
        when i.invoice_type not in ('', '01', '03', '04', '08', '10', '11', '14', '31', '32')
          then upper(i.invoice_type || '-' || i.invoice_number)
        end as key) n
      where i.project_id = owner.id and i.status <> 1 and n.key is not null
      order by i.id
      on conflict do nothing;
  end loop;
end $$;

alter table invoices drop column attachment_id;
