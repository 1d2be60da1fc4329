-- Compatible from 0051.
-- Payees are one person, and are found, by their ID number however it is spelled: Ea1234567 is EA1234567.
create index payees_number on payees (company_id, upper(id_number)) where id_number <> '' and merged_into_id is null;
drop index payees_id_number;
