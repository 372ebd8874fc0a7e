-- A customer can't open the electronic statements of a loan that they hid, and hiding one sends them on paper from now on.
update accounts set statement_preference = 'Paper' where hidden_from_web and statement_preference = 'Electronic';
