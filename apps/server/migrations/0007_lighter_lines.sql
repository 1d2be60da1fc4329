-- Each line writes into as few indexes as its readers need; an import writes a hundred thousand of them.

-- A line is looked for within its payment, never by its code alone: one index, in the order in which lines come, for two.
alter table cost_execution_details drop constraint cost_execution_details_project_id_code_key;
drop index cost_execution_details_payment;
alter table cost_execution_details add constraint cost_execution_details_code unique (project_id, cost_execution_id, code);

-- The statistics have sums of their own now; the list still asks for the lines of subjects.
drop index cost_execution_details_sums;
create index cost_execution_details_subject on cost_execution_details (project_id, subject_id) include (cost_execution_id, pay_amount);

-- Its payment refers to the project already.
alter table cost_execution_details drop constraint cost_execution_details_project_id_fkey;
