// Runs before anything is painted. The page brings the sign-in screen along, which must not flash up
// at other addresses, nor where this tab or another one may be signed in.
const early = { token: read('passbook.token'), branch: read('passbook.branch') };
if (!/^#?(\/|\/home\/?|\/home\/login)?$/.test(location.hash) || early.token !== null || wasActiveLately()) {
  document.documentElement.dataset.elsewhere = '';
  if (early.token !== null) startCalls();
  const isAccount = early.token !== null || /^#\/myaccount\//i.test(location.hash);
  // The frame of an account screen shows at once, with room for what is above its heading.
  if (isAccount) document.documentElement.dataset.account = location.hash.toLowerCase().split('/')[2] ?? '';
  if (isAccount && document.documentElement.dataset.frame !== undefined) atFirstFrame(startAll);
  else startAll();
} else {
  afterFirstPaint(() => {
    start();
    preloadFiles(screenFiles().signIn);
  });
}

function wasActiveLately() {
  try {
    return Date.now() - Number(localStorage.getItem('passbook.last-activity')) < 300_000;
  } catch {
    return false;
  }
}

/** Returns null as well where storage is blocked. */
function read(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * The sign-in screen is in the page, so its script waits until the customer sees it. A page that is not painted, such
 * as in a window behind another one, does not wait long.
 */
function afterFirstPaint(then) {
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
  startAfter(painted, 1_000, then);
}

/**
 * The frame of an account screen is in the page, and its heading needs one small answer. Scripts that came before them
 * would hold both up, while a script that waits for the frame to be painted holds up the figures.
 */
function atFirstFrame(then) {
  startAfter(new Promise((resolve) => requestAnimationFrame(resolve)), 300, then);
}

function startAfter(sign, patienceMs, then) {
  if (document.hidden) {
    then();
    return;
  }
  const waited = new Promise((resolve) => setTimeout(resolve, patienceMs));
  void Promise.race([sign, waited]).then(() => then());
}

function startAll() {
  start();
  loadFiles();
}

/** Starts the first script and asks for the configuration it needs. */
function start() {
  preload('/api/setup/ApplicationOptions', 'fetch');
  const { entry } = screenFiles();
  // Without one, as in development, the page names the script.
  if (!entry) return;
  // The page counts as loaded once it has this.
  preload(`/${entry}`, 'script');
  // From the cache, it may be here before the end of the page, where it draws.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void import(`/${entry}`));
  else void import(`/${entry}`);
}

/** Returns what the server knows from the build. */
function screenFiles() {
  return JSON.parse(document.getElementById('screen-files')?.textContent ?? '{}');
}

function preload(address, as) {
  const link = document.createElement('link');
  link.rel = as === 'script' ? 'modulepreload' : 'preload';
  if (as !== 'script') link.as = as;
  // As the build asks for them, or they would be fetched twice.
  link.crossOrigin = 'anonymous';
  link.href = address;
  document.head.append(link);
}

/** Fetches the screen's files now, not after the files that name them. */
function loadFiles() {
  const files = screenFiles();
  const [, area, screen] = location.hash.toLowerCase().split('/');
  const isLogin = area !== 'myaccount' && (screen ?? 'login') === 'login';
  preloadFiles([files.portal, area === 'myaccount' ? files[screen] : [], isLogin ? files.signIn : []].flat());
}

function preloadFiles(files = []) {
  for (const file of new Set(files.filter(Boolean))) preload(`/${file}`, file.endsWith('.js') ? 'script' : 'style');
}

/** Asks now for what the portal asks for first; `web/data/early-answers.ts` hands the answers over. */
function startCalls() {
  const [, area, screen, ending] = location.hash.split('/');
  early.calls = new AbortController();
  // As long as other calls wait; the code that takes an answer can't end its call.
  const signal = AbortSignal.any([early.calls.signal, AbortSignal.timeout(30_000)]);
  function start(address, { headers, ...request } = {}) {
    const answer = fetch(address, { ...request, headers: { UserToken: early.token, ...headers }, signal });
    // Handled by the code that takes the answer, if any does.
    answer.catch(() => undefined);
    return answer;
  }
  early.answers = { '/api/Login/Session': start('/api/Login/Session') };
  if (area?.toLowerCase() !== 'myaccount' || early.branch === null) return;
  const account = decoded(ending);
  const ofAccount = account && encodeURIComponent(account);
  const addresses = {
    dashboard: ['/api/accountList', '/api/PaymentInformation/GetPlannedPayments'],
    loandetails: [
      `/api/AccountDetails?accountNumber=${ofAccount}`,
      '/api/accountList',
      `/api/PaymentInformation/GetScheduledPayments?accountNumber=${ofAccount}`,
    ],
    payment: [
      `/api/PaymentInformation/GetPaymentInfo?accountNumber=${ofAccount}`,
      '/api/accountList',
      `/api/PaymentInformation/GetScheduledPayments?accountNumber=${ofAccount}`,
    ],
    profile: ['/api/Profile'],
  };
  for (const address of addresses[screen?.toLowerCase()] ?? [])
    if (!address.endsWith('undefined'))
      early.answers[address] = start(address, { headers: { ServicingBranch: early.branch } });
  if (screen?.toLowerCase() !== 'payment' || !account) return;
  const address = '/api/PaymentMethod/GetPaymentMethods';
  const body = JSON.stringify({ AccountNumber: account });
  const headers = { 'Content-Type': 'application/json', ServicingBranch: early.branch };
  early.answers[address + body] = start(address, { method: 'POST', headers, body });
}

/** Returns undefined without a part, and for one that is cut off or mistyped. */
function decoded(part) {
  try {
    return part && decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
