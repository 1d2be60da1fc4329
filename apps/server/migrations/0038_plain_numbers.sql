-- Compatible from 0026.
-- Numbers of accounts and documents are stored half-width and without blanks, those of accounts without hyphens (numbers.ts of the contract), and
-- what people search for is reduced to the same. These are the rows of before. `version` stays: nobody changed the contract.
update contracts set
  id_number = regexp_replace(normalize(id_number, nfkc), '[\s\u200b-\u200f\u2060\ufeff]+', '', 'g'),
  income_bankcard_account = regexp_replace(normalize(income_bankcard_account, nfkc), '[-\s\u2012\u2013\u2212\u200b-\u200f\u2060\ufeff]+', '', 'g')
where id_number <> regexp_replace(normalize(id_number, nfkc), '[\s\u200b-\u200f\u2060\ufeff]+', '', 'g')
  or income_bankcard_account <> regexp_replace(normalize(income_bankcard_account, nfkc), '[-\s\u2012\u2013\u2212\u200b-\u200f\u2060\ufeff]+', '', 'g');
