-- Compatible from 0054.
-- Open petty cash that names a contract is paid on it: a cost report reads these details alone, of some ten thousand.
create index imprests_open_of_contract on imprests (project_id, contract_id) include (subject_id, pay_amount)
  where write_off_id is null and contract_id is not null;
