import * as z from 'zod';
import { sex } from '../account/account.shapes.ts';
import { id, lineOfText } from '../shapes.ts';

/** Class name and id of the built-in narration role. */
export const narrationClassName = 'noLine';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, '颜色须是 #RRGGBB');

/** How a role's lines look; sent as JSON text on the wire. */
export const roleStyle = z.strictObject({
  color: colour,
  backgroundColor: z.union([colour, z.literal('')]),
  fontStyle: z.enum(['normal', 'italic']),
  textDecoration: z.enum(['none', 'underline', 'line-through']),
  fontWeight: z.enum(['normal', 'bold']),
});

/** A role's style. */
export type RoleStyle = z.output<typeof roleStyle>;

/** One name or alias of a role. */
export const roleName = lineOfText(40, '角色名');

const jsonText = <T extends z.ZodType>(shape: T, label: string) =>
  z
    .string()
    .max(4000)
    .transform((text, context) => {
      try {
        const parsed = shape.safeParse(JSON.parse(text));
        if (parsed.success) return parsed.data;
        context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? `${label}格式有误` });
      } catch {
        context.addIssue({ code: 'custom', message: `${label}格式有误` });
      }
      return z.NEVER;
    });

/** Main name and aliases as the wire sends them: a JSON list in a string. */
export const roleNamesJson = jsonText(
  z.array(roleName).min(1, '角色至少要有一个名字').max(30, '别名最多 29 个'),
  '角色名',
);

/** Style as the wire sends it: JSON in a string. */
export const roleStyleJson = jsonText(roleStyle, '角色样式');

/** A role as the wire gives it. */
export const role = z.object({
  id: z.string(),
  className: z.string(),
  /** JSON list; the first is the main name. */
  name: z.string(),
  sex,
  description: z.string(),
  cv: z.string(),
  /** Voice id, or empty. */
  timbre: z.string(),
  rate: z.number(),
  pitch: z.number(),
  crewId: z.string(),
  productNumber: id,
  /** JSON of the style. */
  style: z.string(),
  isTopping: z.union([z.literal(0), z.literal(1)]),
  count: z.number().int(),
  distribution: z.union([z.literal(0), z.literal(1)]),
});
