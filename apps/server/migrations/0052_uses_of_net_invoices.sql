-- Compatible from 0051.
-- The amount without tax is not what an invoice is worth. What 0050 or a save let a line use of it alone becomes what the line has, at most the amount
-- with tax where the tax is known (modules/invoices/allocate.ts). Only of an invoice with this one line, and a line with this one invoice.

update invoice_uses u set amount = case
    when i.tax_amount is null then d.pay_amount
    when d.pay_amount > 0 then greatest(u.amount, least(d.pay_amount, i.amount_without_tax + i.tax_amount))
    else least(u.amount, greatest(d.pay_amount, i.amount_without_tax + i.tax_amount)) end
from cost_execution_details d, invoices i
where d.project_id = u.project_id and d.id = u.detail_id and i.project_id = u.project_id and i.id = u.invoice_id
  and i.total_amount is null and u.amount = i.amount_without_tax and u.amount <> d.pay_amount
  and not exists (select 1 from invoice_uses o
    where o.project_id = u.project_id and o.invoice_id = u.invoice_id and o.detail_id <> u.detail_id)
  and not exists (select 1 from invoice_uses o
    where o.project_id = u.project_id and o.detail_id = u.detail_id and o.invoice_id <> u.invoice_id);
