import * as z from 'zod';
import { apiPrefix } from './call.ts';
import type { Call } from './call.ts';
import { refusals } from './refusal.ts';
import type { PermissionRule } from './permission.ts';

const describeRule = (rule: PermissionRule): string => {
  switch (rule.scope) {
    case 'public':
      return `无需登录：${rule.why}`;
    case 'session':
      return '需登录；只涉及自己的资料';
    case 'novel':
      return rule.needs === 'member'
        ? `需是小说成员（由 ${rule.by} 找到小说）`
        : `需有小说的 ${rule.needs} 权限（由 ${rule.by} 找到小说）`;
  }
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

function requestOf(call: Call): object {
  const json = schemaOf(call.params, 'input') as { properties?: Record<string, object>; required?: string[] };
  if (call.method === 'GET') {
    const parameters = Object.entries(json.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: json.required?.includes(name) ?? false,
      schema,
    }));
    return { parameters };
  }
  if (!call.files)
    return { requestBody: { required: true, content: { 'application/json': { schema: json } } } };
  const files = Object.fromEntries(
    Object.keys(call.files).map((name) => [name, { type: 'string', format: 'binary' }]),
  );
  const schema = {
    ...json,
    properties: { ...json.properties, ...files },
    required: [...(json.required ?? []), ...Object.keys(files)],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function replyOf(call: Call): object {
  if (call.response === 'blob') {
    return { description: '成功时是文件本身；失败时是信封', content: { 'application/octet-stream': {} } };
  }
  const envelope = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { const: 1 }, msg: { type: 'string' }, data: schemaOf(call.response, 'output') },
  };
  return {
    description: '信封：code 为 1 时 data 有效',
    content: { 'application/json': { schema: envelope } },
  };
}

/** The OpenAPI 3.1 description of a contract. */
export function openApiDocument(
  calls: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  version: string,
): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [feature, group] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(group)) {
      const errors = call.errors.map(
        (error) => `${error}（${refusals[error].code}）：${refusals[error].text}`,
      );
      (paths[apiPrefix + call.path] ??= {})[call.method.toLowerCase()] = {
        operationId: `${feature}.${name}`,
        tags: [feature],
        summary: call.summary,
        description: [
          describeRule(call.permission),
          ...(call.extra ? ['规格之外的调用'] : []),
          ...errors,
        ].join('\n\n'),
        security: call.permission.scope === 'public' ? [] : [{ token: [] }],
        ...requestOf(call),
        responses: { 200: replyOf(call) },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: '画本工坊', version },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    paths,
  };
}
