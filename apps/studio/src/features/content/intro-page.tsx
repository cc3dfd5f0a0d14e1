import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { readToken, writeToken } from '../../lib/token.ts';
import { Mark } from '../../ui/mark.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import './intro.css';

const steps: readonly { name: string; what: string }[] = [
  { name: '导入', what: '拖入整本 txt，自动识别编码和章节，先看预览再入库。' },
  { name: '画本', what: '自动找出台词、推荐是谁说的；一个键定一个角色，手不离键盘。' },
  { name: '角色', what: '别名、CV、音色和样式记在一处，改一处，全书都改。' },
  { name: '配音', what: '按角色合成整章有声剧，改一句只重做一句，导出带章节的 m4b。' },
];

/** The quiet front page: what the product is, and the ways in. Loads nothing beyond the entry. */
export function IntroPage() {
  return (
    <div className="intro">
      <title>画本工坊：把小说标成画本，合成有声剧</title>
      <header className="intro-top">
        <span className="intro-brand">
          <Mark />
          画本工坊
        </span>
        <ThemeToggle />
      </header>
      <main className="intro-main">
        <h1>
          <span>把小说标成画本，</span>
          <span>再合成有声剧</span>
        </h1>
        <p className="intro-lead">
          给作者、编辑、主播和后期用的网页工作台。谁说哪一句，一目了然；每一次改动，都存得住。
        </p>
        <Entrances />
        <ol className="intro-steps">
          {steps.map(({ name, what }) => (
            <li key={name}>
              <h2>{name}</h2>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </main>
    </div>
  );
}

// The contract is larger than this whole page, so it comes after the page is drawn.
const loadApi = () => import('../../lib/api.ts');

function Entrances() {
  const navigate = useNavigate();
  const [demo, setDemo] = useState<'hidden' | 'offered' | 'entering'>('hidden');
  const [problem, setProblem] = useState('');
  const signedIn = readToken() !== null;
  useEffect(() => {
    if (signedIn) return;
    let shown = true;
    loadApi()
      .then(({ api }) => api.account.site({}))
      .then(
        (site) => {
          if (shown && site.demo) setDemo('offered');
        },
        // Without an answer the other two ways in are still shown.
        () => undefined,
      );
    return () => {
      shown = false;
    };
  }, [signedIn]);
  const tryIt = async () => {
    setDemo('entering');
    setProblem('');
    const { api, failureText } = await loadApi();
    try {
      writeToken((await api.account.demoLogin({})).token);
      await navigate('/homepage');
    } catch (error) {
      setProblem(failureText(error));
      setDemo('offered');
    }
  };
  if (signedIn) {
    return (
      <p className="intro-ways">
        <Link className="intro-way intro-first" to="/homepage">
          进入我的小说
        </Link>
      </p>
    );
  }
  return (
    <>
      <p className="intro-ways">
        <Link className="intro-way intro-first" to="/login">
          登录
        </Link>
        <Link className="intro-way" to="/login?tab=register">
          注册
        </Link>
        {demo !== 'hidden' && (
          <button
            type="button"
            className="intro-way"
            disabled={demo === 'entering'}
            onClick={() => void tryIt()}
          >
            {demo === 'entering' ? '正在进入' : '体验账号'}
          </button>
        )}
      </p>
      {problem && (
        <p role="alert" className="intro-problem">
          {problem}
        </p>
      )}
    </>
  );
}
