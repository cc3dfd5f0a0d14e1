import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, failureText } from '../../lib/api.ts';

const freshTicket = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Picture captcha and SMS sending of one form. */
export interface Sms {
  /** Data address of the picture, or undefined while it is on its way. */
  readonly image: string | undefined;
  readonly imageError: unknown;
  readonly newImage: () => void;
  /** Seconds until another message may be sent; 0 when it may. */
  readonly wait: number;
  /** The receipt of the message that was sent, which goes with the typed code. */
  readonly receipt: string | null;
  readonly send: (to: { phone: string; countryCode: string; captcha: string }) => Promise<void>;
}

/** See {@link Sms}. A picture serves once, so that each sending, failed or not, fetches another. */
export function useSms(purpose: 'register' | 'login'): Sms {
  const [ticket, setTicket] = useState(freshTicket);
  const [receipt, setReceipt] = useState<string | null>(null);
  const [wait, setWait] = useState(0);
  const picture = useQuery({
    queryKey: ['captcha', ticket],
    queryFn: ({ signal }) => api.account.captcha({ t: ticket }, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const newImage = () => setTicket(freshTicket());
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  return {
    image: picture.data?.image,
    imageError: picture.error,
    newImage,
    wait,
    receipt,
    send: async (to) => {
      try {
        const sent = await api.account.sendSms({ ...to, t: ticket, purpose });
        setReceipt(sent.coderemark);
        setWait(sent.secondsToNext);
      } finally {
        newImage();
      }
    },
  };
}

class NoCodeYet extends Error {}

/** The receipt that goes with the typed code; throws when no message was sent yet. */
export function receiptOf(sms: Sms): string {
  if (!sms.receipt) throw new NoCodeYet();
  return sms.receipt;
}

/** The sentence for a failed form. */
export const formFailure = (error: unknown): string =>
  error instanceof NoCodeYet ? '请先获取短信验证码' : failureText(error);
