-- What the bank wrote in a notification of change about a bank credit, as of those about drafts.
alter table credit_notices add column corrected_sealed bytea;
