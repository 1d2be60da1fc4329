-- Compatible from 0026.
-- The number that people say on the telephone: the day on which it was ordered, and a running number of the day over all companies. Null: ordered
-- at a program of before, while servers were replaced; its code stands in.
alter table orders add column number text constraint orders_number unique;

-- Without `to_char`: Citus takes only immutable functions of columns in an UPDATE.
update orders o set number = n.number
from (
  select d.id, 'DD' || (extract(year from d.day) * 10000 + extract(month from d.day) * 100 + extract(day from d.day))::int4 || '-' || lpad(d.running::text, greatest(4, length(d.running::text)), '0') as number
  from (
    select id, created_at at time zone 'Asia/Shanghai' as day,
      row_number() over (partition by (created_at at time zone 'Asia/Shanghai')::date order by created_at, id) as running
    from orders
  ) d
) n
where n.id = o.id;
