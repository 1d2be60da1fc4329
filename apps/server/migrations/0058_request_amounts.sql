-- Compatible from 0054.
-- What lists, the cost report and payment plans need of a request's body, which may have a thousand lines, is computed when the body is stored, also by
-- programs of before.

-- The sums of the lines by what they name: [{ subject, contract, instalment, type, voucher, invoiced, marked, lines, amount, paying_lines, paying }], in fen;
-- `paying` and `paying_lines` are of the lines above zero.
create function request_amounts(body jsonb) returns jsonb
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

create function request_invoices(body jsonb) returns text[]
  language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct i ->> 'code'), '{}')
  from jsonb_array_elements(body -> 'cost_execution_details') n
  cross join jsonb_array_elements(case when jsonb_typeof(n -> 'invoices') = 'array' then n -> 'invoices'
    else jsonb_build_array(jsonb_build_object('code', n -> 'check_invoice_code')) end) i
  where i ->> 'code' is not null
$$;

alter table payment_requests
  add column post text not null generated always as (coalesce(body ->> 'post', '')) stored,
  add column line_count integer not null generated always as (coalesce(jsonb_array_length(body -> 'cost_execution_details'), 0)) stored,
  add column amounts jsonb not null generated always as (request_amounts(body)) stored,
  add column invoice_codes text[] not null generated always as (request_invoices(body)) stored;
