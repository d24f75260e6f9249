-- What people share ends when they are removed, as does what others share with them. A job takes away what is over.
update share_grant g set until = least(g.until, p.removed_at)
from person p
where p.removed_at is not null and (g.account_id = p.personal_account_id or g.principal_id = p.id);
