-- Apps are told of their purchases at an address that the operator set for the project, signed with a key of its own.
alter table projects add column webhook_url text;
alter table projects add column webhook_key text;

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  project_id text not null,
  order_id uuid not null,
  status text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  tries smallint not null default 0
);
create index webhook_deliveries_due on webhook_deliveries (due_at);

-- In the transaction that changes the order, whoever changes it: what has happened is told, and nothing else is.
create function tell_of_order() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (project_id, order_id, status)
    select id, new.id, new.status from projects where id = new.project_id and webhook_url is not null;
  return null;
end
$$;
create trigger onramp_orders_are_told after update of status on onramp_orders
  for each row when (old.status is distinct from new.status) execute function tell_of_order();
