-- Compatible from 0054.
-- The VAT of the invoice that a person brings for a fee, which is paid beside what is left of it and not withheld; rates of VAT by kind of fees.

alter table labor_records add column invoice_vat bigint not null default 0;
alter table labor_records add constraint labor_records_invoice_vat
  check (invoice_vat >= 0 and (invoice_vat = 0 or not vat_withheld));

alter table labor_rates drop constraint labor_rates_kind_check;
alter table labor_rates add constraint labor_rates_kind_check check (kind in ('labor', 'script', 'nonresident', 'vat', 'script_vat'));
