import * as z from 'zod';
import { settings } from './config.ts';

const shapeOf = (schema: z.ZodType): string => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    enum?: string[];
    type?: string;
    minimum?: number;
    maximum?: number;
  };
  if (json.enum) return json.enum.map((value) => `\`${value}\``).join(', ');
  if (json.type === undefined || json.type === 'string') return 'text';
  return json.minimum === undefined ? json.type : `${json.type} ${json.minimum}–${json.maximum ?? '…'}`;
};

const defaultOf = (schema: z.ZodType): string => {
  const { default: value } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    default?: unknown;
  };
  return value === undefined || value === '' ? '' : `\`${String(value)}\``;
};

/** docs/configuration.md, made from the one list of settings. */
export function configurationDoc(): string {
  const rows = Object.entries(settings).map(
    ([name, [schema, text]]) => `| \`${name}\` | ${shapeOf(schema)} | ${defaultOf(schema)} | ${text} |`,
  );
  return `# Configuration

Read once at start from the environment, by \`apps/server/src/config.ts\` alone; a bad value stops the start and is named.
This page is generated from that file: change the settings there and run \`UPDATE_DOCS=1 npm run check\`.

| variable | value | default | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
