import httpx
import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.ask.addresses import (
    base_url_of_host,
    base_urls,
    is_loopback,
    proxy_of,
    reach_of,
    same_place,
    shown_host,
    shown_url,
    without_credentials,
)
from omnibench.errors import SettingsInvalid


@pytest.mark.parametrize(
    ("value", "url"),
    [
        ("h", "http://h:11434/v1"),
        ("h:9", "http://h:9/v1"),
        ("http://h", "http://h/v1"),
        ("https://h:9/", "https://h:9/v1"),
        ("http://h/api/v1", "http://h/api/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),
        ("0.0.0.0:9", "http://127.0.0.1:9/v1"),
        ("http://0.0.0.0:9", "http://127.0.0.1:9/v1"),
        ("::1", "http://[::1]:11434/v1"),
        ("[::1]", "http://[::1]:11434/v1"),
        ("[::1]:9", "http://[::1]:9/v1"),
        ("[::]:9", "http://[::1]:9/v1"),
        ("::", "http://[::1]:11434/v1"),
        ("2001:db8::7", "http://[2001:db8::7]:11434/v1"),
        ("http://[2001:db8::7]", "http://[2001:db8::7]/v1"),
        ("10.0.0.25:11434/", "http://10.0.0.25:11434/v1"),
        ("https://gpu.example/ollama/v1", "https://gpu.example/ollama/v1"),
        ("http://u:p@h:9", "http://u:p@h:9/v1"),
        ("http://münchen.example", "http://xn--mnchen-3ya.example/v1"),
        ("gpu_box.local", "http://gpu_box.local:11434/v1"),
        (" h ", "http://h:11434/v1"),
        (":9", "http://127.0.0.1:9/v1"),
        ('"127.0.0.1"', "http://127.0.0.1:11434/v1"),
        ("'h:9' ", "http://h:9/v1"),
    ],
)
def test_a_host_becomes_a_url(value, url):
    assert url == base_url_of_host("OLLAMA_HOST", value, 11434)


@given(st.text(max_size=12) | st.text(alphabet=":/[]@.h1?#%", max_size=12))
def test_a_host_is_read_or_refused_by_name(value):
    try:
        assert base_url_of_host("OLLAMA_HOST", value, 11434).startswith(("http://", "https://"))
    except SettingsInvalid as error:
        assert "OLLAMA_HOST" in str(error)


@given(st.text(max_size=12) | st.text(alphabet=":/[]@.h1?#%,ªxn-", max_size=12))
def test_what_is_taken_as_a_url_is_one_for_both_http_clients(rest):
    try:
        urls = base_urls("--base-url", f"http://{rest}")
    except SettingsInvalid as error:
        assert "--base-url is not a URL" == str(error)
        return
    for url in urls:
        assert httpx.URL(url).host
        assert httpx2.URL(url).host


@pytest.mark.parametrize(
    "value",
    ["", ",", "localhost:1", "ftp://h", "http://", "http://h:0/v1", "http://h:x/v1", "http://h:99999/v1", "http://a b/v1",
     "http://xn--/v1", "http://a..b/v1", "http://[::1/v1", "http://[h]/v1", "http://h/v1?key=1", "http://h/v1#a",
     "http://h\n/v1 http://x"],
)  # fmt: skip
def test_what_is_no_base_url_is_refused(value):
    with pytest.raises(SettingsInvalid, match=r"^--base-url is not a URL$"):
        base_urls("--base-url", value)


def test_a_pool_keeps_its_order():
    assert ("http://b:1/v1", "http://a:2/v1") == base_urls("--base-url", " http://b:1/v1/ ,, http://a:2/v1")


def test_an_address_to_listen_on_is_this_machine():
    assert ("http://127.0.0.1:8/v1", "http://[::1]:8/v1") == base_urls(
        "x", "http://0.0.0.0:8/v1,http://[::]:8/v1"
    )


def test_a_shown_url_carries_no_password():
    assert "http://h:1/v1" == shown_url("http://u:secret@h:1/v1")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://localhost/v1", True),
        ("http://LOCALHOST:1/v1", True),
        ("http://api.localhost/v1", True),
        ("http://10.0.0.25:11434/v1", False),
        ("http://localhost.example/v1", False),
        ("http://127.0.0.1.example/v1", False),
        ("https://api.openai.com/v1", False),
        ("", False),
    ],
)
def test_only_this_machine_is_loopback(url, expected):
    assert expected is is_loopback(url)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://h:1/v1", "h:1"),
        ("https://u:secret@h/v1", "h"),
        ("http://u:s@[::1]:8/v1", "[::1]:8"),
    ],
)
def test_a_shown_host_carries_no_password_and_no_path(url, expected):
    assert expected == shown_host(url)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", "machine"),
        ("127.1", "machine"),
        ("2130706433", "machine"),
        ("[::1]", "machine"),
        ("[::ffff:127.0.0.1]", "machine"),
        ("LOCALHOST", "machine"),
        ("localhost.", "machine"),
        ("api.localhost", "machine"),
        ("10.0.0.25", "network"),
        ("172.16.3.4", "network"),
        ("192.168.1.9", "network"),
        ("169.254.1.1", "network"),
        ("100.64.0.7", "network"),
        ("[fd00::7]", "network"),
        ("[fe80::1]", "network"),
        ("gpu-server", "network"),
        ("gpu.local", "network"),
        ("gpu.lan", "network"),
        ("gpu.home.arpa", "network"),
        ("8.8.8.8", "beyond"),
        ("134744072", "beyond"),
        ("[2606:4700::1]", "beyond"),
        ("[::ffff:8.8.8.8]", "beyond"),
        ("openrouter.ai", "beyond"),
        ("localhost.example.com", "beyond"),
        ("10.0.0.25.example.com", "beyond"),
        ("", "beyond"),
    ],
)
def test_how_far_a_url_reaches_is_read_off_its_host(host, expected):
    assert expected == reach_of(f"http://{host}:8000/v1")


@pytest.mark.parametrize(
    "again",
    [
        "http://h:8/v1",
        "http://h:8/v1/",
        "HTTP://H:8/v1",
        "http://h:8//v1",
        "http://user@h:8/v1",
        "http://h.:8/v1",
    ],
)
def test_a_server_is_no_pool_with_itself(again):
    with pytest.raises(SettingsInvalid, match="names one address twice"):
        base_urls("--base-url", f"http://h:8/v1,http://i:8/v1,{again}")


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("http://localhost:8/v1", "http://127.0.0.1:8/v1", True),
        ("http://127.1:8/v1", "http://2130706433:8/v1", True),
        ("https://h/v1", "https://h:443/v1", True),
        ("http://h/v1", "http://h:80/v1", True),
        ("http://h/v1", "https://h/v1", False),
        ("http://h:8/v1", "http://h:9/v1", False),
        ("http://h:8/a/v1", "http://h:8/b/v1", False),
    ],
)
def test_spellings_of_one_address_are_one_place(one, other, is_same):
    assert (same_place(one) == same_place(other)) is is_same


def test_a_text_loses_the_passwords_of_its_urls():
    said = without_credentials("Unknown scheme for proxy URL('ht!tp://user:pw@h:9') or http://i/a@b")

    assert "Unknown scheme for proxy URL('ht!tp://h:9') or http://i/a@b" == said


@pytest.mark.parametrize(
    ("url", "proxy"),
    [
        ("http://h:8/v1", "proxy:3128"),
        ("https://h/v1", None),
        ("http://127.0.0.1:8/v1", None),
        ("http://near.lan/v1", None),
    ],
)
def test_a_proxy_of_the_environment_is_named_without_its_password(monkeypatch, url, proxy):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("http_proxy", "http://user:secret@proxy:3128")
    monkeypatch.setenv("no_proxy", "near.lan")

    assert proxy == proxy_of(url)


def test_a_password_with_an_at_sign_goes_whole():
    assert "see http://h:9/v1" == without_credentials("see http://u:p@ss@h:9/v1")
