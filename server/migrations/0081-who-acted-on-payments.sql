-- Which persons acted on a payment: whoever explains a day's differences must not be one of them.
create index audit_log_by_payment on audit_log ((details ->> 'paymentId'))
  where details ? 'paymentId' and (details ? 'by' or details ? 'staffId');
create index audit_log_by_work_item on audit_log ((details ->> 'workItemId')) where details ? 'workItemId';
