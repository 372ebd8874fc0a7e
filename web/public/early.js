// Runs before anything is painted: the page brings the sign-in screen along, which must not flash up
// at other addresses, nor where this tab or another one may be signed in.
if (!/^#?(\/|\/home\/?|\/home\/login)?$/.test(location.hash) || mayBeSignedIn()) {
  document.documentElement.dataset.elsewhere = '';
}

function mayBeSignedIn() {
  try {
    const activeMs = Number(localStorage.getItem('passbook.last-activity'));
    return sessionStorage.getItem('passbook.token') !== null || Date.now() - activeMs < 300_000;
  } catch {
    // Storage is blocked.
    return false;
  }
}
