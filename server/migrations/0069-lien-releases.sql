-- When the institution released its lien on what secures a loan that was paid off, and under which document.
alter table loans
  add column lien_released_on date,
  add column lien_reference text,
  add constraint lien_release_has_a_reference check ((lien_released_on is null) = (lien_reference is null));

-- Loans that may wait for the release, and those that owe again after it.
create index loans_paid_off on loans (loan_type) where principal_cents = 0 and lien_released_on is null;
create index loans_released on loans (account_id) where lien_released_on is not null;
