-- Compatible from 0060.
-- Names of banks and of account holders lose characters that nobody sees (zero width, direction marks), as they do on the way in: banks refuse them.

update payees set
  bank_name = regexp_replace(bank_name, invisible, '', 'g'),
  account_name = regexp_replace(account_name, invisible, '', 'g'),
  province = regexp_replace(province, invisible, '', 'g'),
  city = regexp_replace(city, invisible, '', 'g')
from (select '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]' as invisible) signs
where bank_name || account_name || province || city ~ invisible;

update contracts set
  income_bank_name = regexp_replace(income_bank_name, invisible, '', 'g'),
  income_bankcard_username = regexp_replace(income_bankcard_username, invisible, '', 'g')
from (select '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]' as invisible) signs
where income_bank_name || income_bankcard_username ~ invisible;
