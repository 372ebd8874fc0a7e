-- The same change is asked for once, also by two people at the same moment.

-- Of requests that are open twice, the first stays.
update work_items w set status = 'withdrawn', decided_by = asked_by, decided_at = asked_at,
  decision_reason = 'Asked for twice'
where status = 'open' and exists (
  select 1 from work_items earlier
  where earlier.status = 'open' and earlier.action = w.action and earlier.customer_id = w.customer_id
    and earlier.input = w.input and earlier.work_item_id < w.work_item_id
);

create unique index work_items_open_once on work_items (action, customer_id, md5(input::text)) where status = 'open';
