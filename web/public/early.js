// Runs before anything is painted: the page brings the sign-in screen along, which must not flash up
// at other addresses, nor for a customer who is signed in.
if (!/^#?(\/|\/home\/?|\/home\/login)?$/.test(location.hash) || isSignedIn()) {
  document.documentElement.dataset.elsewhere = '';
}

function isSignedIn() {
  try {
    return sessionStorage.getItem('passbook.session') !== null;
  } catch {
    // Storage is blocked.
    return false;
  }
}
