/** The reply codes of the wire. */
export const replyCodes = {
  success: 1,
  loggedOut: -100,
  notAllowed: -101,
  common: -2,
  locked: -3,
  notMember: -4,
  noWords: -5,
} as const;

/** One of the seven reply codes. */
export type ReplyCode = (typeof replyCodes)[keyof typeof replyCodes];

/** Appended to every error's msg, so that a message copied into a chat says where it comes from. */
export const errorSuffix = '【画本工坊】';

/**
 * The closed list of refusals. `text` is the default wording; a handler may give a sharper one that
 * names the object, the reason and what to do next.
 */
export const refusals = {
  LOGGED_OUT: { code: replyCodes.loggedOut, text: '登录已失效，请重新登录' },
  NOT_ALLOWED: { code: replyCodes.notAllowed, text: '没有权限，或内容已不存在；请联系小说的创建者' },
  BAD_REQUEST: { code: replyCodes.common, text: '提交的内容有误，请刷新页面后重试' },
  TOO_OFTEN: { code: replyCodes.common, text: '操作太频繁，请稍后再试' },
  CAPTCHA_WRONG: { code: replyCodes.common, text: '图形验证码不对或已失效，请看新图重新输入' },
  SMS_CODE_WRONG: { code: replyCodes.common, text: '短信验证码不对或已过期，请核对，或重新获取' },
  SMS_LIMIT: { code: replyCodes.common, text: '短信发送太频繁，请稍后再试' },
  PASSWORD_WRONG: { code: replyCodes.common, text: '手机号或密码不对，请核对后重试' },
  PASSWORD_UNREADABLE: { code: replyCodes.common, text: '密码传输已过期，请重新提交' },
  PASSWORD_WEAK: { code: replyCodes.common, text: '密码太短或太常见，请用 8 位以上且不易猜到的密码' },
  PHONE_TAKEN: { code: replyCodes.common, text: '该手机号已注册，请直接登录' },
  NAME_TAKEN: { code: replyCodes.common, text: '该昵称已被使用，请换一个' },
  DEMO_OFF: { code: replyCodes.common, text: '本站未开放体验账号，请注册后使用' },
  NOVEL_FINISHED: { code: replyCodes.common, text: '小说已完结，只读；请先恢复为未完结' },
  NOVEL_BINNED: { code: replyCodes.common, text: '小说在回收站中，请先还原' },
  IMPORT_FILE: { code: replyCodes.common, text: '文件无法导入' },
  IMPORT_CHANGED: { code: replyCodes.common, text: '文件与预览时不一致，请重新选择文件并预览' },
  IMPORT_BUSY: { code: replyCodes.common, text: '这部小说正在导入另一个文件，请等它完成或先取消' },
  CHAPTER_TOO_LONG: { code: replyCodes.common, text: '章节超过 5 万字，请先拆分' },
  CHAPTER_ID_MISMATCH: {
    code: replyCodes.common,
    text: '当前提交的 章节 出错了，为了防止内容保存出错，阻止了提交',
  },
  MANUSCRIPT_INVALID: {
    code: replyCodes.common,
    text: '稿件内容无法识别，没有保存；请刷新页面，用本地草稿恢复后再试',
  },
  SAVE_STALE: { code: replyCodes.common, text: '章节已在别处更新，你的稿件已另存为冲突版本，请对照后合并' },
  LOCK_LOST: { code: replyCodes.locked, text: '章节的编辑锁已失效，稿件保留在本地草稿中；请重新进入章节' },
  CHAPTER_LOCKED: { code: replyCodes.locked, text: '章节正在被别人编辑，请稍后再试或只读打开' },
  ROLE_NAME_TAKEN: { code: replyCodes.common, text: '角色名已存在（含废弃角色），请换一个或恢复原角色' },
  ROLE_BUILT_IN: { code: replyCodes.common, text: '旁白是内置角色，不能删除' },
  ROLE_LIMIT: { code: replyCodes.common, text: '角色数量已达上限，请先清理废弃角色' },
  VOICE_UNKNOWN: { code: replyCodes.common, text: '音色不存在，请重新选择' },
  VOICE_MISSING: { code: replyCodes.common, text: '有角色还没有音色，请先为它们选择音色' },
  NOTHING_TO_SPEAK: { code: replyCodes.common, text: '章节没有可以合成的文字' },
  TASK_STATE: { code: replyCodes.common, text: '任务当前的状态不允许这个操作，请刷新任务后重试' },
  CAPACITY_FULL: { code: replyCodes.common, text: '可存放的合成章节已满，请先删除不用的音频' },
  AUDIO_MISSING: { code: replyCodes.common, text: '还没有合成音频，请先合成' },
  EXPORT_NOT_READY: { code: replyCodes.common, text: '导出文件还没有准备好，请等导出完成' },
  MARKING_UNCONFIRMED: {
    code: replyCodes.common,
    text: '整章重画会重做所选章节中全部机器标注；请输入“整章重画”确认后再开始',
  },
  MODEL_MISSING: {
    code: replyCodes.common,
    text: '还没有配置语言模型，不能用模型画本；请关闭“使用模型”，用内置规则画本',
  },
  NOT_MEMBER: { code: replyCodes.notMember, text: '该功能需要会员，请先开通会员' },
  NO_WORDS: { code: replyCodes.noWords, text: '本月字数已用完，请购买字数包' },
} as const satisfies Record<string, { code: ReplyCode; text: string }>;

/** The name of a refusal. */
export type RefusalName = keyof typeof refusals;

/** A refusal as it travels: which one, its sentence, and details for the screen that shows it. */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Each message is shown by itself (the wire's `data` list of lock and check failures). */
  readonly messages: readonly string[];

  constructor(
    refusal: RefusalName,
    options: { text?: string; detail?: Readonly<Record<string, unknown>>; messages?: readonly string[] } = {},
  ) {
    super(options.text ?? refusals[refusal].text);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.detail = options.detail ?? {};
    this.messages = options.messages ?? [];
  }

  /** The wire code of this refusal. */
  get code(): ReplyCode {
    return refusals[this.refusal].code;
  }
}
