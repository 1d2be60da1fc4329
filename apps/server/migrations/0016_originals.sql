-- Electronic originals of invoices are uploaded as OFD, XML, PDF, or a zip of them.

alter table attachments drop constraint attachments_kind_check;
alter table attachments add constraint attachments_kind_check
  check (kind in ('png', 'jpg', 'xlsx', 'pdf', 'ofd', 'xml', 'zip'));
