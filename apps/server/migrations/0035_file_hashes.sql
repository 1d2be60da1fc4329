-- Compatible from 0034.
-- The check of an import says whether the same bytes were imported before. Null: uploaded before this migration, or by a program of before.
alter table attachments add column sha256 text;
