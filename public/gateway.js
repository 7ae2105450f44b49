// Where this desk finds its server. '' is the address it was loaded from. A desk that is hosted as plain files names
// its gateway here, such as 'https://gateway.example'; no build is needed. See docs/deploy.md.
document.documentElement.dataset.gateway = '';
