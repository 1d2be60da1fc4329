-- 无需发票: a line that needs no invoice, with the reason ('': not marked). Refunds stand beside what their payer owes invoices for. The older
-- electronic kinds of invoices need their originals as 数电票 do.

alter table cost_execution_details add column no_invoice_reason text not null default '';

-- `missing_lines` also has refunds without an invoice (reason 0, `lacking` negative), which are in no sum of what is lacking.
create index missing_lines_refund on missing_lines (project_id, payer) where lacking < 0;

-- Everything, by the new rules; servers of before would go on by the old ones, so they stop.
insert into missing_changes (project_id, kind, first_id, last_id)
select project_id, 'payment', 0, 9223372036854775807 from pay_categories group by project_id;
