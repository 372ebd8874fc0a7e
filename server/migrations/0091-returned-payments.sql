-- For the desk's list of payments that came back lately; most payments never do.
create index returned_payments on payments (state_since) where state = 'returned';
