package netguard

// hostile are addresses that the text alone must give away, by the trick they
// try. Many name 127.0.0.1 or the metadata service of a cloud (169.254.169.254).
var hostile = []struct {
	trick string
	urls  []string
}{
	{"loopback", []string{"https://127.0.0.1/", "https://127.127.127.127/", "https://127.255.255.254/", "https://127.0.0.1:443/"}},
	{"loopback with parts left out", []string{"https://127.1/", "https://127.0.1/", "https://127.1:443/"}},
	{"address as one number", []string{"https://2130706433/", "https://0x7f000001/", "https://017700000001/", "https://2852039166/", "https://0xa9fea9fe/", "https://0/", "https://3232235777/"}},
	{"number too large to be an address", []string{"https://4294967297/", "https://6425673729/"}},
	{"parts in hexadecimal or octal", []string{"https://0x7f.0x0.0x0.0x1/", "https://0177.0.0.1/", "https://0x7f.1/", "https://127.0.0.01/", "https://0251.0376.0251.0376/", "https://0xA9.0xFE.0xA9.0xFE/", "https://010.0.0.1/", "https://00000127.0.0.1/"}},
	{"too many or too large parts", []string{"https://127.0.0.1.1/", "https://256.0.0.1/", "https://127.0.0.256/", "https://383.0.0.1/"}},
	{"dot at the end", []string{"https://127.0.0.1./", "https://127.0.0.1.:443/", "https://localhost./", "https://hook.com./", "https://169.254.169.254./"}},
	{"empty label", []string{"https://.hook.com/", "https://hook..com/", "https://./", "https://../"}},
	{"this host", []string{"https://0.0.0.0/", "https://0.1.2.3/", "https://[::]/", "https://[0::0]/"}},
	{"IPv6 loopback", []string{"https://[::1]/", "https://[0:0:0:0:0:0:0:1]/", "https://[0000::1]/", "https://[::0001]/", "https://[::1]:443/"}},
	{"IPv4 mapped into IPv6", []string{"https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[0:0:0:0:0:ffff:127.0.0.1]/", "https://[::ffff:a9fe:a9fe]/", "https://[::ffff:169.254.169.254]/", "https://[::FFFF:10.0.0.1]/", "https://[::ffff:0.0.0.0]/"}},
	{"IPv4 compatible IPv6", []string{"https://[::127.0.0.1]/", "https://[::7f00:1]/", "https://[::169.254.169.254]/", "https://[::8.8.8.8]/"}},
	{"IPv4 translated (SIIT)", []string{"https://[::ffff:0:127.0.0.1]/", "https://[::ffff:0:a9fe:a9fe]/"}},
	{"zone", []string{"https://[::1%25lo]/", "https://[fe80::1%25lo]/", "https://[fe80::1%25eth0]:443/", "https://[2606:2800:220:1:248:1893:25c8:1946%25eth0]/", "https://[::1%lo]/"}},
	{"IPv4 between brackets", []string{"https://[127.0.0.1]/", "https://[8.8.8.8]/"}},
	{"bare IPv6", []string{"https://::1/", "https://::ffff:127.0.0.1/"}},
	{"brackets askew", []string{"https://[::1/", "https://::1]/", "https://[]/", "https://[::1]x/", "https://[::1].hook.com/", "https://[hook.com]/", "https://[[::1]]/"}},
	{"private network", []string{"https://10.0.0.1/", "https://10.255.255.255/", "https://172.16.0.1/", "https://172.31.255.255/", "https://192.168.1.1/", "https://[fc00::1]/", "https://[fd7a:115c:a1e0::1]/", "https://[fec0::1]/"}},
	{"link-local and metadata", []string{"https://169.254.0.1/", "https://169.254.169.254/latest/meta-data/", "https://169.254.170.2/v2/credentials", "https://[fe80::1]/", "https://[febf::1]/", "https://[fe80::a9fe:a9fe]/"}},
	{"metadata elsewhere", []string{"https://[fd00:ec2::254]/", "https://100.100.100.200/", "https://192.0.0.192/", "https://168.63.129.16/"}},
	{"NAT64", []string{"https://[64:ff9b::7f00:1]/", "https://[64:ff9b::a9fe:a9fe]/", "https://[64:ff9b::169.254.169.254]/", "https://[64:ff9b:1::a9fe:a9fe]/", "https://[64:ff9b::8.8.8.8]/"}},
	{"6to4", []string{"https://[2002:7f00:1::1]/", "https://[2002:a9fe:a9fe::1]/", "https://[2002:0a00:0001::]/", "https://192.88.99.1/"}},
	{"Teredo", []string{"https://[2001:0:0:0:0:0:5601:5601]/", "https://[2001::1]/"}},
	{"ISATAP", []string{"https://[2606:2800:220:1:0:5efe:127.0.0.1]/", "https://[2606:2800:220:1:200:5efe:a9fe:a9fe]/"}},
	{"inner network of a provider", []string{"https://100.64.0.1/", "https://100.127.255.255/"}},
	{"address of a protocol", []string{"https://192.0.0.1/", "https://192.0.0.170/", "https://192.31.196.1/", "https://192.52.193.1/", "https://192.175.48.1/", "https://[2001:20::1]/", "https://[2620:4f:8000::1]/"}},
	{"address for documentation", []string{"https://192.0.2.1/", "https://198.51.100.1/", "https://203.0.113.1/", "https://[2001:db8::1]/", "https://[3fff::1]/"}},
	{"address for benchmarks", []string{"https://198.18.0.1/", "https://198.19.255.255/", "https://[2001:2::1]/"}},
	{"multicast, broadcast, reserved", []string{"https://224.0.0.1/", "https://239.255.255.255/", "https://240.0.0.1/", "https://255.255.255.255/", "https://[ff02::1]/", "https://[ff0e::1]/"}},
	{"IPv6 that was never given out", []string{"https://[100::1]/", "https://[5f00::1]/", "https://[4000::1]/", "https://[1::1]/", "https://[e000::1]/"}},
	{"localhost", []string{"https://localhost/", "https://LOCALHOST/", "https://x.localhost/", "https://LocalHost:443/", "https://localhost.localdomain/"}},
	{"internal name", []string{"https://vault.internal/", "https://metadata.google.internal/", "https://printer.local/", "https://svc.ns.svc.cluster.local/", "https://wiki.corp/", "https://router.lan/", "https://nas.home.arpa/", "https://1.0.0.127.in-addr.arpa/", "https://x.test/", "https://x.invalid/", "https://x.onion/", "https://x.home/", "https://x.INTERNAL/", "https://x.intranet/", "https://x.example/"}},
	{"name in a cluster", []string{"https://kubernetes.default.svc/", "https://kubernetes.default/", "https://Kubernetes.Default.SVC:443/", "https://kubernetes.default.svc.cluster.local/", "https://kubernetes.default.svc./",
		"https://vault.service.consul/", "https://api.service.dc1.consul/", "https://web.default.svc.k8s/", "https://task.nomad/", "https://db.docker/", "https://app.mesh/", "https://pod.node/", "https://x.cluster/", "https://kubernetes.default.svc.cluster.local./"}},
	{"name without a dot", []string{"https://db/", "https://kubernetes/", "https://metadata/"}},
	{"digits of other scripts", []string{"https://①②⑦.⓪.⓪.①/", "https://１２７.０.０.１/", "https://١٢٧.0.0.1/"}},
	{"dots and letters of other scripts", []string{"https://127。0。0。1/", "https://ⓛocalhost/", "https://localhost\u3002/", "https://hook\uff0ecom/", "https://hook.com\u200b/", "https://ho\u00adok.com/"}},
	{"escapes in the host", []string{"https://%31%32%37.0.0.1/", "https://127.0.0.1%2f@hook.com/", "https://127.0.0.1%00.hook.com/", "https://127%2e0%2e0%2e1/", "https://hook.com%2f@127.0.0.1/", "https://%6cocalhost/", "https://hook%e3%80%82com/"}},
	{"user name before the host", []string{"https://hook.com@127.0.0.1/", "https://127.0.0.1@hook.com/", "https://user:pass@hook.com/", "https://hook.com:80@127.0.0.1/", "https://[::1]@hook.com/", "https://@hook.com/", "https://:@hook.com/", "https://a@b@hook.com/"}},
	{"backslash", []string{"https://hook.com\\@127.0.0.1/", "https://127.0.0.1\\.hook.com/", "https:\\\\127.0.0.1\\", "https:/\\127.0.0.1/"}},
	{"fragment or query for a path", []string{"https://127.0.0.1#@hook.com/", "https://127.0.0.1?@hook.com/", "https://hook.com#@127.0.0.1/", "https://hook.com/#"}},
	{"slashes left out or added", []string{"https:127.0.0.1/", "https:///127.0.0.1/", "//127.0.0.1/", "https:/127.0.0.1/", "https:hook.com", "https://", "/hook", "hook.com", ""}},
	{"spaces and control characters", []string{" https://127.0.0.1/", "https://127.0.0.1\t/", "https://hook.com/ x", "https://hook.com/\r\nHost: 127.0.0.1", "https://hook.com/\x00", "\thttps://hook.com/", "https://hook.com /", "https://hook.com/\x7f"}},
	{"other scheme", []string{"http://hook.com/", "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "ftp://hook.com/", "file:///etc/passwd", "gopher://127.0.0.1:6379/_x", "ssh://git@hook.com/", "git://hook.com/", "ext::sh -c id", "javascript:alert(1)", "httpss://hook.com/", "ws://hook.com/", "unix:///var/run/docker.sock", "data:text/plain,x"}},
	{"other port", []string{"https://hook.com:22/", "https://hook.com:80/", "https://hook.com:6443/", "https://hook.com:9200/", "http://hook.com:6379/", "http://hook.com:2375/", "https://127.0.0.1:8443/", "https://8.8.8.8:53/", "https://[2001:4860:4860::8888]:853/"}},
	{"port that is none", []string{"https://hook.com:0/", "https://hook.com:65536/", "https://hook.com:-443/", "https://hook.com:+443/", "https://hook.com:443:80/", "https://hook.com:/", "https://hook.com:0443/", "https://hook.com:65979/", "https://hook.com:https/", "https://hook.com:443x/"}},
	{"label that is none", []string{"https://-hook.com/", "https://hook-.com/", "https://--upload-pack=x.com/", "https://hook.com,127.0.0.1/", "https://ho*ok.com/", "https://$(id).com/", "https://a" + long63 + ".com/", "https://{hook}.com/"}},
}

const long63 = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

var good = []string{
	"https://hook.com/", "https://OK.hook.com/path?q=1", "HTTPS://hook.com/", "https://hook.com", "https://hook.com:443/hook",
	"https://93.184.216.34/", "https://8.8.8.8/", "https://1.1.1.1/", "https://11.0.0.1/", "https://172.32.0.1/", "https://172.15.255.255/",
	"https://100.128.0.1/", "https://100.63.255.255/", "https://192.0.1.1/", "https://198.20.0.1/", "https://223.255.255.255/", "https://169.253.0.1/",
	"https://[2606:2800:220:1:248:1893:25c8:1946]/", "https://[2001:4860:4860::8888]/", "https://[2001:4860:4860::8888]:443/",
	"https://[::ffff:8.8.8.8]/", "https://[2003::1]/", "https://xn--bcher-kva.example.com/", "https://a_b.hook.com/", "https://1and1.com/", "https://3com.com/",
	"https://localhost.hook.com/", "https://internal.hook.com/", "https://hook.com/a%2fb?to=https://127.0.0.1/", "https://hook.com/@x", "https://hook.host/",
	"https://hook.co.uk/", "https://hook.dev/", "https://hook.github.io/", "https://svc.hook.io/", "https://hook.xn--p1ai/", "https://hook.eu.org/", "https://s3.amazonaws.com/",
	"https://hook.com.np/", "https://hook.co.ck/", "https://hook.com.bd/", "https://hook.com.kh/", "https://hook.com.pg/", "https://www.ck/",
}

// pointed are names in the tests' own DNS that lead where nobody should go.
var pointed = map[string][]string{
	"private.hook.com":  {"10.0.0.5"},
	"loopback.hook.com": {"127.0.0.1"},
	"meta.hook.com":     {"169.254.169.254"},
	"mixed.hook.com":    {"93.184.216.34", "127.0.0.1"},
	"aaaa.hook.com":     {"::1"},
	"both.hook.com":     {"93.184.216.34", "fd00:ec2::254"},
	"mapped.hook.com":   {"::ffff:169.254.169.254"},
	"nat64.hook.com":    {"64:ff9b::a9fe:a9fe"},
	"sixto4.hook.com":   {"2002:7f00:1::1"},
	"cgnat.hook.com":    {"100.100.100.200"},
	"ec26.hook.com":     {"fd00:ec2::254"},
	"zero.hook.com":     {"0.0.0.0"},
	"azure.hook.com":    {"168.63.129.16"},
}
