-- Compatible from 0054.
-- 无需发票: a line that needs no invoice, with the reason ('': not marked). Refunds stand beside what their payer owes invoices for. The older
-- electronic kinds of invoices need their originals as 数电票 do.

alter table cost_execution_details add column no_invoice_reason text not null default '';

-- `missing_lines` also has refunds without an invoice (reason 0, `lacking` negative), which are in no sum of what is lacking.
create index missing_lines_refund on missing_lines (project_id, payer) where lacking < 0;

-- Everything, by the new rules.
insert into missing_changes (project_id, kind, first_id, last_id)
select project_id, 'payment', 0, 9223372036854775807 from pay_categories group by project_id;

-- As 0060, with the lines of a request that are marked: none was before, so that nothing is computed anew.
create or replace function request_amounts(body jsonb) returns jsonb
  language sql immutable strict parallel safe as $$
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
    select l.subject, l.contract, l.instalment, l.type, l.voucher, l.invoiced, l.marked, count(*) as lines, sum(l.amount) as amount,
      count(*) filter (where l.amount > 0) as paying_lines, coalesce(sum(l.amount) filter (where l.amount > 0), 0) as paying
    from (
      select n ->> 'subject_three_code' as subject, n ->> 'contract_code' as contract, n ->> 'instalment_code' as instalment,
        n ->> 'pay_category_id' as type, n ->> 'voucher_category' as voucher, ((n ->> 'pay_amount')::numeric * 100)::bigint as amount,
        case when jsonb_typeof(n -> 'invoices') = 'array' then jsonb_array_length(n -> 'invoices') > 0
          else n ->> 'check_invoice_code' is not null end as invoiced,
        coalesce(n ->> 'no_invoice_reason', '') <> '' as marked
      from jsonb_array_elements(body -> 'cost_execution_details') n) l
    group by 1, 2, 3, 4, 5, 6, 7) g
$$;
