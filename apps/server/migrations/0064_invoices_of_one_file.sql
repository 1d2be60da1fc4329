-- A file may have several invoices: each has a record of its own, which names its part of the file and its pages.

alter table invoice_files
  -- The how manyth invoice of the file, from 1 on; the file's key of later ones ends with it (keys.ts).
  add column part smallint not null default 1,
  -- From 1 on; empty: the whole file.
  add column pages smallint[] not null default '{}';

-- In QR codes before 2018 the type 51 is an electronic invoice, which has a code; since 2024 it is a railway ticket.
update invoices set invoice_type = '10' where invoice_type = '51' and invoice_code <> '';
