-- How much of which invoice pays which line: an invoice may pay several lines, and a line may have several invoices. Takes the place of one invoice
-- for each line, so that no program of before works beside this.

create table invoice_uses (
  project_id bigint not null,
  detail_id bigint not null,
  invoice_id bigint not null,
  position smallint not null,
  -- Of the sign of the line. The sum of an invoice's uses is within its total, that of a line's within the line (modules/invoices/uses.ts).
  amount bigint not null check (amount <> 0),
  primary key (project_id, detail_id, invoice_id),
  constraint invoice_uses_line foreign key (project_id, detail_id) references cost_execution_details (project_id, id),
  constraint invoice_uses_invoice foreign key (project_id, invoice_id) references invoices (project_id, id)
);
create index invoice_uses_invoice on invoice_uses (project_id, invoice_id);
alter table invoice_uses alter column project_id set statistics 0;

-- A line uses the lesser of itself and its invoice. What is known of no amount, and a refund booked on an invoice of expense, uses as much as the line.
insert into invoice_uses (project_id, detail_id, invoice_id, position, amount)
select d.project_id, d.id, d.invoice_id, 1,
  case when d.pay_amount > 0 and coalesce(i.total_amount, i.amount_without_tax) > 0
      then least(d.pay_amount, coalesce(i.total_amount, i.amount_without_tax))
    when d.pay_amount < 0 and coalesce(i.total_amount, i.amount_without_tax) < 0
      then greatest(d.pay_amount, coalesce(i.total_amount, i.amount_without_tax))
    else d.pay_amount end
from cost_execution_details d join invoices i on i.project_id = d.project_id and i.id = d.invoice_id
where d.invoice_id is not null;

alter table cost_execution_details drop column invoice_id;
