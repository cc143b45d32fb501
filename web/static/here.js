document.getElementById("here").textContent = location.href;
