-- The code of a doubt about a held credit, which leaves once the doubt ends; null if no file could take the credit.
alter table payout_credits add column held_for text;

update payout_credits set held_for = 'cameBack'
where state = 'held' and held_reason like 'a payment that it was to give back came back itself;%';

update payout_credits set held_for = 'lineEnded'
where state = 'held' and held_reason like 'the line of credit was closed, charged off, or put on hold;%';
