Rails.application.routes.draw do
  resources :books do
    get :sorted, on: :collection
    get :of, on: :collection
  end
  resource :session
  post "/tools/print", to: "tools#print"
  post "/tools/label", to: "tools#label"
  get "/files/raw", to: "files#raw"
end
