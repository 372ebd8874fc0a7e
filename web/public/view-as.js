// Staff open the portal as a customer sees it: the token stays in this tab, as after a sign-in.
sessionStorage.setItem('passbook.token', document.currentScript.dataset.token);
location.replace('/#/MyAccount');
