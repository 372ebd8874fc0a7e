import { useState } from 'react';
import { type DeskRole, deskRoles, needsApprovalToGrant } from '#common/desk/permissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';

type Member = DeskAnswer<'GET /api/desk/staff'>['staff'][number];

const means = { passkey: 'Passkey', provider: 'Identity provider', invitation: 'Invited, no passkey yet' } as const;
const roleOptions = deskRoles.map((role) => ({ value: role, label: role }));

type Asked = { readonly kind: 'invite' } | { readonly kind: 'role' | 'end' | 'reopen'; readonly member: Member };

function columnsFor(own: number, setAsked: (asked: Asked) => void): readonly Column<Member>[] {
  return [
    { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name, strong: true },
    { id: 'email', header: 'Email', cell: ({ emailAddress }) => emailAddress },
    { id: 'role', header: 'Role', cell: ({ role, endedAt }) => (endedAt === null ? role : 'No access') },
    { id: 'means', header: 'Signs in by', cell: ({ signsInBy }) => means[signsInBy] },
    {
      id: 'seen',
      header: 'Last seen',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : <AtTime at={lastSeenAt} />),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (member) =>
        member.staffId === own ? null : member.endedAt !== null ? (
          member.signsInBy === 'provider' && (
            <Button look="text" data-row onClick={() => setAsked({ kind: 'reopen', member })}>
              Give access back
            </Button>
          )
        ) : (
          <>
            {member.signsInBy !== 'provider' && (
              <Button look="text" onClick={() => setAsked({ kind: 'role', member })}>
                Change role
              </Button>
            )}{' '}
            <Button look="text" data-row onClick={() => setAsked({ kind: 'end', member })}>
              End access
            </Button>
          </>
        ),
    },
  ];
}

/** Who has access to the desk. */
export function StaffList() {
  const { staffId: own } = useSession();
  const query = useDeskQuery('GET /api/desk/staff', {});
  const [asked, setAsked] = useState<Asked>();
  return (
    <DeskPage
      title="Staff"
      aside={
        query.data?.providerSignsIn === false && <Button onClick={() => setAsked({ kind: 'invite' })}>Invite</Button>
      }
    >
      <Loaded query={query}>
        {({ staff, providerSignsIn }) => (
          <Panel title={`Staff (${staff.length})`}>
            {providerSignsIn && <p>The identity provider gives access and sets the role.</p>}
            <Table
              caption="Staff"
              columns={columnsFor(own, setAsked)}
              rows={staff}
              rowKey={({ staffId }) => String(staffId)}
            />
          </Panel>
        )}
      </Loaded>
      {asked?.kind === 'invite' && <InviteDialog onClose={() => setAsked(undefined)} />}
      {asked?.kind === 'role' && <RoleDialog member={asked.member} onClose={() => setAsked(undefined)} />}
      {asked?.kind === 'reopen' && <ReopenDialog member={asked.member} onClose={() => setAsked(undefined)} />}
      {asked?.kind === 'end' && <EndDialog member={asked.member} onClose={() => setAsked(undefined)} />}
    </DeskPage>
  );
}

interface Invited {
  readonly name: string;
  readonly emailAddress: string;
  readonly role: DeskRole;
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const invite = useDeskAction('POST /api/desk/staff/invite');
  const { form, control, entries } = useEntries<Invited>({ name: '', emailAddress: '', role: 'agent' }, (entered) => ({
    name: entered.name.trim() === '' ? 'Enter a name.' : undefined,
    emailAddress: entered.emailAddress.includes('@') ? undefined : 'Enter an email address.',
  }));
  const { role } = entries;
  return (
    <ActionDialog
      title="Invite to the desk"
      what="We email a link that creates a passkey. It works once, for 72 hours."
      approval={approvalOf(role)}
      confirmLabel={needsApprovalToGrant(role) ? 'Ask to invite' : 'Invite'}
      onClose={onClose}
      form={form}
      onConfirm={(reason) => invite.mutateAsync({ body: { ...entries, reason } })}
    >
      <TextEntry control={control} entry="name" first label="Name" />
      <TextEntry control={control} entry="emailAddress" label="Email" type="email" />
      <SelectEntry control={control} entry="role" label="Role" options={roleOptions} />
    </ActionDialog>
  );
}

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

function RoleDialog({ member, onClose }: MemberDialogProps) {
  const change = useDeskAction('POST /api/desk/staff/role');
  const { control, entries } = useEntries<{ readonly role: DeskRole }>({ role: member.role });
  const { role } = entries;
  return (
    <ActionDialog
      title={`Role of ${member.name}`}
      what="The new role applies at once, and their sessions end. For a day you two can't decide each other's requests."
      approval={approvalOf(role)}
      confirmLabel={needsApprovalToGrant(role) ? 'Ask to change role' : 'Change role'}
      onClose={onClose}
      onConfirm={(reason) => change.mutateAsync({ body: { staffId: member.staffId, role, reason } })}
    >
      <SelectEntry control={control} entry="role" first label="Role" options={roleOptions} />
    </ActionDialog>
  );
}

function EndDialog({ member, onClose }: MemberDialogProps) {
  const end = useDeskAction('POST /api/desk/staff/end');
  return (
    <ActionDialog
      title={`End access of ${member.name}`}
      what="Their sessions end at once, and they can't sign in again until an administrator gives access back."
      confirmLabel="End access"
      dangerous
      onClose={onClose}
      onConfirm={(reason) => end.mutateAsync({ body: { staffId: member.staffId, reason } })}
    />
  );
}

function ReopenDialog({ member, onClose }: MemberDialogProps) {
  const reopen = useDeskAction('POST /api/desk/staff/reopen');
  return (
    <ActionDialog
      title={`Give access back to ${member.name}`}
      what="They can sign in again, with the role that the identity provider names."
      confirmLabel="Give access back"
      onClose={onClose}
      onConfirm={(reason) => reopen.mutateAsync({ body: { staffId: member.staffId, reason } })}
    />
  );
}

/** Who must agree to a role, if anyone. */
function approvalOf(role: DeskRole): string | undefined {
  return needsApprovalToGrant(role)
    ? 'A supervisor or another administrator must approve. You can withdraw it until then.'
    : undefined;
}
