import { Button, Modal } from 'antd';
import { EmptyState, ErrorState, SkeletonRows, toast } from '../../ui/index.ts';
import { failureText } from '../../lib/api.ts';
import { useDiscardedRoles } from './cast.queries.ts';
import { mainName } from './role.ts';
import { restoreRole } from './role-edits.ts';
import type { RoleEdit } from './role-edits.ts';

/** 废弃角色, each of which can be brought back. */
export function DiscardedDialog(props: {
  novelId: string;
  onEdit: (edit: RoleEdit) => void;
  close: () => void;
}) {
  const roles = useDiscardedRoles(props.novelId);
  return (
    <Modal open centered title="废弃角色" footer={null} onCancel={props.close} width={420}>
      {roles.isPending && <SkeletonRows />}
      {roles.isError && <ErrorState error={roles.error} retry={() => void roles.refetch()} />}
      {roles.data?.length === 0 && (
        <EmptyState title="没有废弃的角色" hint="废弃的角色会留在这里，台词上的标记不丢。" />
      )}
      <ul className="discarded">
        {roles.data?.map((role) => (
          <li key={role.id}>
            <span>{mainName(role)}</span>
            <span className="muted">{role.count} 句</span>
            <Button
              size="small"
              onClick={() => {
                restoreRole(props.novelId, role, mainName(role))
                  .then(props.onEdit)
                  .catch((error: unknown) => toast.error(failureText(error)));
              }}
            >
              恢复
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
