import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { api, failureText } from '../../lib/api.ts';

type Session = Awaited<ReturnType<typeof api.account.demoLogin>>;

/** One press into the trial account. */
export function DemoButton({ onSession }: { onSession: (session: Session) => void }) {
  const demo = useMutation({ mutationFn: () => api.account.demoLogin({}), onSuccess: onSession });
  return (
    <>
      <Button block size="large" loading={demo.isPending} onClick={() => demo.mutate()}>
        用体验账号进入
      </Button>
      {demo.error && <Alert type="error" showIcon title={failureText(demo.error)} className="form-alert" />}
    </>
  );
}
